/** The styles of the pages: plain, with the system's colours, because the pages only imitate a provider's. */
export const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { max-width: 560px; margin: 0 auto; padding: 24px 20px; }
h1 { font-size: 32px; line-height: 1.2; overflow-wrap: anywhere; }
h2 { font-size: 18px; }
.label { opacity: 0.75; }
.pair, .row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; }
.pair > *, .row > :first-child { flex: 1 1 160px; }
label { display: block; margin-top: 12px; font-weight: 600; }
input, button { font: inherit; padding: 10px 12px; }
.field input, .primary { display: block; width: 100%; }
.primary { margin-top: 16px; font-weight: 600; }
.alert, .problem { font-weight: 600; }
:is(input, button, a):focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
ul { list-style: none; padding: 0; display: grid; gap: 8px; }
.test-cards button { display: flex; justify-content: space-between; width: 100%; }
`
