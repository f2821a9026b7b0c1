import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronDown } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { STAFF_GROUPS, type Section } from '@/domain/routes.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import styles from './staff.module.css'

type Name = Section<'staff'>
type Group = keyof typeof STAFF_GROUPS

interface Props {
  current: Name
  counts: ReadonlyMap<string, number | string>
}

/** The sections in groups, with what waits in each: a list at the side, and in a narrow window behind a button. */
export function StaffNav({ current, counts }: Props) {
  const { t } = useTranslation('staff')
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const label = (name: Name) => (
    <>
      {t(`section_${name}`)}
      {counts.get(name) ? <span className={styles.count}>{counts.get(name)}</span> : null}
    </>
  )
  const leave = () => {
    close()
    // Its link is hidden then; at the side the button is, and the link keeps the focus.
    button.current?.focus()
  }
  return (
    <nav aria-label={t('title')} className={styles.nav}>
      <Button
        ref={button}
        variant="default"
        className={styles.menu}
        rightSection={<ChevronDown size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {label(current)}
      </Button>
      <div id={id} data-open={isOpen || undefined}>
        {(Object.keys(STAFF_GROUPS) as Group[]).map((group) => (
          <section key={group}>
            <h2 id={`${id}${group}`}>{t(`group_${group}`)}</h2>
            <ul aria-labelledby={`${id}${group}`}>
              {STAFF_GROUPS[group].map((name) => (
                <li key={name}>
                  <Link
                    href={name === 'approvals' ? paths.staff() : paths.staff(name)}
                    aria-current={name === current ? 'page' : undefined}
                    onClick={leave}
                  >
                    {label(name)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}
