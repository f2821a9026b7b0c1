/** Adds the behaviour of the form on the reclaim page, whether the page was prerendered or rendered by React. */
export async function hydrateReclaim(root: ParentNode): Promise<void> {
  const form = root.querySelector<HTMLElement>('[data-reclaim=""]')
  if (!form) return
  form.dataset.reclaim = 'started'
  const { startReclaim } = await import('./reclaim.ts')
  startReclaim(form)
}
