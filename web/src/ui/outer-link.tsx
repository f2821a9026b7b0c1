import { Anchor } from '@mantine/core'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

interface Props {
  href: string
  className?: string | undefined
  children: ReactNode
}

/** A link to another site, which does not learn from which page the reader comes. */
export function OuterLink({ href, className, children }: Props) {
  const { t } = useTranslation()
  return (
    <Anchor
      inherit
      c="inherit"
      underline="always"
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
      className={className}
    >
      {children}
      <ArrowUpRight size={13} aria-hidden />
      <span className="k-visually-hidden"> ({t('new_tab')})</span>
    </Anchor>
  )
}
