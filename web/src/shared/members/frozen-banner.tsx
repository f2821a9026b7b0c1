import { Snowflake } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Banner } from '@/ui/banner.tsx'

/** A payment was charged back: the member cannot spend until staff decide. */
export function FrozenBanner({ isFrozen }: { isFrozen: boolean }) {
  const { t } = useTranslation()
  return <Banner icon={Snowflake} text={isFrozen ? t('frozen') : null} />
}
