export function PublicSite() {
  return null
}
