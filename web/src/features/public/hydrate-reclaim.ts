/** Makes the form of the reclaim page work, whether it came as HTML or was made by React. */
export async function hydrateReclaim(root: ParentNode): Promise<void> {
  const form = root.querySelector<HTMLElement>('[data-reclaim=""]')
  if (!form) return
  form.dataset.reclaim = 'started'
  const { startReclaim } = await import('./reclaim.ts')
  startReclaim(form)
}
