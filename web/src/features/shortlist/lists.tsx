import { Button } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { paths } from '@/domain/paths.ts'
import { listsOf, useEditShortlist, type Shortlisted } from '@/domain/market/shortlist.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { LinkTabs } from '@/ui/link-tabs.tsx'
import primitives from '@/ui/primitives.module.css'

export const listPath = (list: string) =>
  list ? `${paths.shortlist}?${new URLSearchParams({ list }).toString()}` : paths.shortlist

interface Props {
  entries: Shortlisted[]
  /** Name of the open list; an empty text means all creators. */
  list: string
  onRename: () => void
  onDeleted: () => void
}

/** The lists as tabs, and the actions on the open one. */
export function Lists({ entries, list, onRename, onDeleted }: Props) {
  const { t } = useTranslation(['shortlist', 'common'])
  const edit = useEditShortlist()
  const lists = listsOf(entries)
  if (lists.length === 0) return null
  return (
    <>
      <LinkTabs
        label={t('lists')}
        current={String(lists.indexOf(list))}
        tabs={['', ...lists].map((each) => ({
          value: String(lists.indexOf(each)),
          label: each || t('all'),
          href: listPath(each),
          count: entries.filter((entry) => !each || entry.list === each).length,
        }))}
      />
      {list && (
        <div className={primitives.wrap}>
          <Button variant="default" size="xs" onClick={onRename}>
            {t('list_rename')}
          </Button>
          <ConfirmButton
            danger
            variant="subtle"
            size="xs"
            title={t('list_delete_title', { name: list })}
            text={t('list_delete_text')}
            confirmLabel={t('common:delete')}
            onConfirm={() => edit.mutateAsync({ of: { list }, to: { list: '' } }).then(onDeleted)}
          >
            {t('list_delete')}
          </ConfirmButton>
        </div>
      )}
    </>
  )
}
