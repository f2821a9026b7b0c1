import { Button } from '@mantine/core'
import { Building2 } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { EmptyPage } from '@/ui/empty-state.tsx'
import { Page } from '@/ui/page.tsx'

/** Empty page for a creator who opens a page that only brands can use. */
export function ForBrands() {
  const { t } = useTranslation()
  return (
    <Page>
      <EmptyPage
        icon={Building2}
        title={t('for_brands.title')}
        text={t('for_brands.text')}
        action={
          <Button component={Link} href={paths.campaigns}>
            {t('nav.campaigns')}
          </Button>
        }
      />
    </Page>
  )
}
