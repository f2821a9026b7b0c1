export const styles = `
:root {
  --ink: #14151a; --soft: #5b6070; --line: #d8dbe4; --paper: #ffffff; --ground: #f5f6fa;
  --accent: #4f46e5; --accent-ink: #ffffff; --bad: #b3261e; --bad-ground: #fdecea;
  --good: #116b3c; --side: #17162b; --side-ink: #f4f4fb; --side-soft: #b9b8d3;
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #eceef4; --soft: #a5abbd; --line: #3a3e4c; --paper: #1b1d25; --ground: #121319;
    --accent: #8f89ff; --accent-ink: #14131f; --bad: #ffb4ab; --bad-ground: #3b1f1d;
    --good: #7fdca4; --side: #0d0c17;
  }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); min-height: 100vh; }
.split { display: grid; min-height: 100vh; }
header { background: var(--side); color: var(--side-ink); padding: 24px 20px; }
main { padding: 24px 20px 40px; width: 100%; max-width: 480px; margin: 0 auto; }
main.single { max-width: 720px; padding-top: 48px; }
.brand { display: flex; align-items: center; gap: 8px; font-weight: 600; margin-bottom: 24px; }
.brand span { display: grid; place-items: center; width: 28px; height: 28px; border-radius: 8px; background: #4f46e5; color: #fff; }
.brand em { font-style: normal; font-size: 12px; padding: 2px 8px; border-radius: 99px; background: #f7c948; color: #2a1f00; }
.label { color: var(--side-soft); }
h1 { font-size: 36px; line-height: 1.2; font-variant-numeric: tabular-nums; }
h2 { font-size: 18px; margin-bottom: 12px; }
.what { margin-top: 8px; overflow-wrap: anywhere; }
.promise { margin-top: 16px; color: var(--side-soft); font-size: 14px; }
.field { margin-bottom: 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
label { display: block; font-size: 14px; font-weight: 600; margin-bottom: 4px; }
input { width: 100%; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 11px 12px; }
input::placeholder { color: var(--soft); opacity: 1; }
input[aria-invalid] { border-color: var(--bad); }
:is(input, button, a):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { color: var(--bad); font-size: 14px; margin-top: 4px; }
.alert { background: var(--bad-ground); color: var(--bad); padding: 12px 14px; border-radius: 10px; margin-bottom: 16px; }
button { font: inherit; cursor: pointer; }
.primary { display: inline-block; width: 100%; text-align: center; text-decoration: none; padding: 13px; border: 0; border-radius: 10px; background: var(--accent); color: var(--accent-ink); font-weight: 600; }
.primary:disabled { opacity: 0.6; cursor: progress; }
.quiet { width: 100%; margin-top: 12px; padding: 11px; border: 0; border-radius: 10px; background: none; color: var(--soft); text-decoration: underline; }
.test-cards { margin-top: 28px; border-top: 1px solid var(--line); padding-top: 20px; }
.test-cards p { color: var(--soft); font-size: 14px; margin-bottom: 12px; }
ul { list-style: none; padding: 0; display: grid; gap: 8px; }
.test-cards button { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 12px; width: 100%; text-align: left; padding: 11px 12px; border: 1px dashed var(--line); border-radius: 10px; background: none; color: inherit; }
.test-cards span { color: var(--soft); font-size: 14px; }
code { font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; }
.state { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: 24px; margin-bottom: 16px; }
.state p { color: var(--soft); }
.state h1 { font-size: 24px; }
.centre { text-align: center; margin-top: 12px; }
a { color: var(--accent); }
a.primary { color: var(--accent-ink); }
.spinner { display: block; width: 28px; height: 28px; margin-bottom: 12px; border-radius: 50%; border: 3px solid var(--line); border-top-color: var(--accent); animation: turn 1s linear infinite; }
.dashboard h1 { font-size: 26px; margin-bottom: 16px; }
.dashboard li { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 14px; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; }
.row :first-child { flex: 1 1 200px; }
.row input { width: 120px; padding: 6px 10px; }
.row label { margin: 0; font-weight: 400; }
.row .quiet { width: auto; margin: 0; padding: 6px; }
.badge { font-size: 13px; padding: 2px 10px; border-radius: 99px; border: 1px solid var(--line); }
.badge.paid { color: var(--good); border-color: currentColor; }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .spinner { animation: none; } }
@media (min-width: 860px) {
  .split { grid-template-columns: 5fr 6fr; }
  header { padding: 72px 48px; }
  header > * { max-width: 400px; margin-left: auto; }
  header .brand { margin-bottom: 48px; }
  main { padding: 72px 40px; margin: 0; max-width: 560px; }
  main.single { margin: 0 auto; }
}
`
