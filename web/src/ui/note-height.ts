/** A ref that keeps the height of its element in a property of the page's style, for what stays below the element. */
export const noteHeight = (property: `--k-${string}`) => (element: HTMLElement | null) => {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty(property, `${element?.offsetHeight ?? 0}px`),
  )
  if (element) observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
  }
}
