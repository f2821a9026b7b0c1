import { UnstyledButton } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import styles from './shell.module.css'

export function AccountButton(props: ComponentPropsWithRef<'button'>) {
  const { t } = useTranslation()
  const { profile } = useProfile()
  const name = profile.display_name || t('unknown')
  return (
    <UnstyledButton {...props} className={styles.account} aria-haspopup="menu">
      <span className="k-visually-hidden">{t('nav.account')}</span>
      <MemberAvatar name={name} image={imageUrl(profile.profile_image)} size={34} />
    </UnstyledButton>
  )
}
