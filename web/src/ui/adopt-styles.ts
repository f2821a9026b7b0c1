/**
 * Adds computed styles as a constructed style sheet, because the content security policy refuses
 * style elements. Returns a function that removes them.
 */
export function adoptStyles(css: string): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
  }
}
