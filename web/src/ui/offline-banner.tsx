import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Banner } from './banner.tsx'

interface Props {
  connection: 'online' | 'offline' | 'unreachable'
}

export function OfflineBanner({ connection }: Props) {
  const { t } = useTranslation()
  return <Banner icon={WifiOff} text={connection === 'online' ? null : t(connection)} />
}
