import { Check, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { AttachedList } from '@/shared/files/attached-list.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import { hasOtherParts, type Brief } from '@/domain/briefs/brief.ts'
import styles from './brief.module.css'

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

function Lines({ lines, tone }: { lines: readonly string[]; tone: 'good' | 'bad' }) {
  const Icon = tone === 'good' ? Check : X
  return (
    <ul className={styles.lines} data-tone={tone}>
      {lines.map((line, index) => (
        <li key={`${index} ${line}`} dir="auto">
          <Icon size={15} aria-hidden />
          <MemberText text={line} hasLinks />
        </li>
      ))}
    </ul>
  )
}

/** The parts of a brief that are not empty. If there is only a message, it has no heading. */
export function BriefView({ brief }: { brief: Brief }) {
  const { t } = useTranslation(['brief', 'common', 'files'])
  const { goal, message, dos, donts, links, files } = brief
  const written = <MemberText text={message} hasLinks />
  if (!hasOtherParts(brief))
    return <div className={styles.parts}>{message ? written : t('none')}</div>
  return (
    <div className={styles.parts}>
      {goal && (
        <Part title={t('goal')}>
          <MemberText text={goal} hasLinks />
        </Part>
      )}
      {message && <Part title={t('message')}>{written}</Part>}
      {dos.length > 0 && (
        <Part title={t('dos')}>
          <Lines lines={dos} tone="good" />
        </Part>
      )}
      {donts.length > 0 && (
        <Part title={t('donts')}>
          <Lines lines={donts} tone="bad" />
        </Part>
      )}
      {links.length + files.length > 0 && (
        <Part
          title={t(
            files.length === 0
              ? 'common:links'
              : links.length === 0
                ? 'files:files'
                : 'links_and_files',
          )}
        >
          <AttachedList links={links} files={files} />
        </Part>
      )}
    </div>
  )
}
