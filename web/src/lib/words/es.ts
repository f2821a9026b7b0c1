import { byName } from './by-name.ts'

export const words = byName(
  import.meta.glob(
    [
      '../../locales/es/*.json',
      '!**/{auth,landing,legal,onboarding,pages,site,staff}.json',
      '../../../../supabase/notices/es.json',
    ],
    { eager: true, import: 'default' },
  ),
)
