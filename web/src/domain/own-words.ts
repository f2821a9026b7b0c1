import { ROUTES, type RouteName } from './routes.ts'

/** The catalogues of a page that are no part of the one file of its language. */
export function ownWords(name: RouteName): string[] {
  const { access } = ROUTES[name]
  if (access === 'signed-out') return ['auth', 'site']
  if (access === 'onboarding') return ['onboarding']
  return name === 'staff' ? ['staff'] : []
}
