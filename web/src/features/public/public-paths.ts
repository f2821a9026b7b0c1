import { paths } from '@/domain/paths.ts'

/** Pages that are the same for everybody, rendered ahead when the site is built. */
export const PUBLIC_PATHS = [
  paths.about,
  paths.terms,
  paths.forBrands,
  paths.forAgencies,
  paths.forKols,
  paths.pricing,
  paths.contact,
  paths.privacy,
  paths.cookies,
] as const
