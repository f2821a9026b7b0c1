import { paths } from '@/domain/paths.ts'

export const HEADER_LINKS = [
  { key: 'for_brands', path: paths.forBrands },
  { key: 'for_agencies', path: paths.forAgencies },
  { key: 'for_kols', path: paths.forKols },
  { key: 'pricing', path: paths.pricing },
] as const

export const FOOTER_COLUMNS = [
  {
    key: 'product',
    links: [
      { key: 'for_brands', path: paths.forBrands },
      { key: 'for_agencies', path: paths.forAgencies },
      { key: 'for_kols', path: paths.forKols },
      { key: 'pricing', path: paths.pricing },
    ],
    soon: [],
  },
  {
    key: 'resources',
    links: [],
    soon: ['blog', 'case_studies'],
  },
  {
    key: 'company',
    links: [
      { key: 'about', path: paths.about },
      { key: 'contact', path: paths.contact },
    ],
    soon: ['careers', 'press', 'partners'],
  },
  {
    key: 'legal',
    links: [
      { key: 'terms', path: paths.terms },
      { key: 'privacy', path: paths.privacy },
      { key: 'cookies', path: paths.cookies },
    ],
    soon: [],
  },
] as const
