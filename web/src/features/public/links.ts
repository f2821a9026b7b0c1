import { ROUTES, routesWith } from '@/domain/routes.ts'

export const HEADER_LINKS = routesWith('header', true)

const footerLinks = routesWith('footer', 'product', 'company', 'legal')
const linksOf = (column: string) => footerLinks.filter((name) => ROUTES[name].footer === column)

/** Columns of the footer; an entry with `soon` is announced and not a link yet. */
export const FOOTER_COLUMNS = [
  { key: 'product', links: linksOf('product'), soon: [] },
  { key: 'resources', links: [], soon: ['blog', 'case_studies'] },
  { key: 'company', links: linksOf('company'), soon: ['careers', 'press', 'partners'] },
  { key: 'legal', links: linksOf('legal'), soon: [] },
] as const
