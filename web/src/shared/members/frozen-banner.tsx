import { Snowflake } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Banner } from '@/ui/banner.tsx'

/** Says that the member cannot spend until staff decide, because a payment was charged back. */
export function FrozenBanner({ isFrozen }: { isFrozen: boolean }) {
  const { t } = useTranslation()
  return <Banner icon={Snowflake} text={isFrozen ? t('frozen') : null} />
}
