import { byName } from './by-name.ts'

export const words = byName(
  import.meta.glob(
    [
      '../../locales/tr/*.json',
      '!**/{auth,landing,legal,onboarding,pages,site,staff}.json',
      '../../../../supabase/notices/tr.json',
    ],
    { eager: true, import: 'default' },
  ),
)
