import { useTranslation } from 'react-i18next'
import { TERMS } from '@/domain/terms.ts'

export interface Point {
  title: string
  text: string
}

export function usePoints(key: string): Point[] {
  const { t } = useTranslation('landing')
  const found: unknown = t(key, { returnObjects: true, ...TERMS })
  return Array.isArray(found) ? (found as Point[]) : []
}
