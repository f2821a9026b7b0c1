import { Building2 } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { paths } from '@/domain/paths.ts'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { Page } from '@/ui/page.tsx'
import { LinkButton } from '@/ui/link-button.tsx'

/** The text for a creator who opens a page that only brands can use. */
export function ForBrands() {
  const { t } = useTranslation()
  return (
    <Page>
      <EmptyPage
        icon={Building2}
        title={t('for_brands.title')}
        text={t('for_brands.text')}
        action={
          <LinkButton href={paths.campaigns} variant="filled">
            {t('nav.campaigns')}
          </LinkButton>
        }
      />
    </Page>
  )
}
