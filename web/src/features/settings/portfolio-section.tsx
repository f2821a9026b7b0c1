import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { ArrowDown, ArrowUp, GripVertical, Images, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { actionWithName } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { platformName } from '@/domain/market/market.ts'
import { movedItem, withWork, worksOf, WORKS_MAX, type Work } from '@/domain/members/works.ts'
import { useProfile, useUpdateProfile } from '@/shared/members/profile.tsx'
import { removePictures } from '@/shared/members/upload-picture.ts'
import { WorkPicture } from '@/shared/members/work-picture.tsx'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { lazyPart } from '@/ui/loadable.tsx'
import primitives from '@/ui/primitives.module.css'
import { SectionCard } from '@/ui/section-card.tsx'
import styles from './portfolio.module.css'

const WorkForm = lazyPart(() => import('@/shared/members/work-form.tsx'), 'WorkForm')

interface RowProps {
  work: Work
  isFirst: boolean
  isLast: boolean
  onMove: (by: number) => void
  onEdit: () => void
  onRemove: () => void
}

function WorkRow({ work, isFirst, isLast, onMove, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation(['settings', 'common'])
  const named = { title: work.title }
  const iconProps = { variant: 'default', size: 'md' } as const
  return (
    <>
      <GripVertical size={16} aria-hidden className={styles.grip} />
      <span className={styles.thumb}>
        <WorkPicture path={work.thumbnail} />
      </span>
      <div className={primitives.words}>
        <strong>
          <bdi>{work.title}</bdi>
        </strong>
        <span className={primitives.quiet}>{work.platform && platformName(work.platform)}</span>
      </div>
      <Group gap={6} wrap="nowrap">
        <ActionIcon
          {...iconProps}
          aria-label={t('works.up', named)}
          aria-disabled={isFirst || undefined}
          data-disabled={isFirst || undefined}
          onClick={() => !isFirst && onMove(-1)}
        >
          <ArrowUp size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...iconProps}
          aria-label={t('works.down', named)}
          aria-disabled={isLast || undefined}
          data-disabled={isLast || undefined}
          onClick={() => !isLast && onMove(1)}
        >
          <ArrowDown size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon {...iconProps} aria-label={t('works.edit', named)} onClick={onEdit}>
          <Pencil size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon
          {...iconProps}
          aria-label={actionWithName(t('common:remove'), work.title)}
          onClick={onRemove}
        >
          <Trash2 size={15} aria-hidden />
        </ActionIcon>
      </Group>
    </>
  )
}

/** Saves a change of the present list of works, because another device may have changed the list. */
type Save = (change: (now: Work[]) => Work[]) => Promise<unknown>

/** The works in their saved order, or while a change is being saved, in the new order. */
function useWorks() {
  const { profile } = useProfile()
  const update = useUpdateProfile({ quiet: true })
  const { isPending, variables } = update
  const next = isPending && typeof variables === 'function' ? variables(profile) : profile
  const save: Save = (change) => update.mutateAsync((now) => ({ works: change(worksOf(now)) }))
  return { works: worksOf({ works: next.works }), save, isSaving: isPending }
}

interface ListProps {
  works: Work[]
  save: Save
  onEdit: (work: Work) => void
  onRemove: (work: Work) => void
}

/** The works in the order that brands see. Buttons or dragging change it. */
function WorkList({ works, save, onEdit, onRemove }: ListProps) {
  const { t } = useTranslation('settings')
  const dragged = useRef<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    const work = works[from]
    if (!work || from === to) return
    const placeIn = (now: Work[]) => now.findIndex(({ image }) => image === work.image)
    void save((now) => movedItem(now, placeIn(now), to)).catch(() => undefined)
    setSaid(t('works.moved', { title: work.title, place: to + 1, count: works.length }))
  }
  return (
    <>
      <ol className={styles.list}>
        {works.map((work, place) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it do what dragging does
          <li
            key={work.image}
            draggable
            data-over={over === place || undefined}
            onDragStart={() => (dragged.current = place)}
            onDragOver={(event) => {
              if (dragged.current === null) return
              event.preventDefault()
              setOver(place)
            }}
            onDragEnd={() => {
              dragged.current = null
              setOver(null)
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged.current !== null) move(dragged.current, place)
            }}
          >
            <WorkRow
              work={work}
              isFirst={place === 0}
              isLast={place === works.length - 1}
              onMove={(by) => move(place, place + by)}
              onEdit={() => onEdit(work)}
              onRemove={() => onRemove(work)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="k-visually-hidden">
        {said}
      </p>
    </>
  )
}

export function PortfolioSection() {
  const { t } = useTranslation(['settings', 'common'])
  const { works, save, isSaving } = useWorks()
  const [edited, setEdited] = useState<Work | 'new' | null>(null)
  const [removed, setRemoved] = useState<Work | null>(null)
  const known = edited === 'new' ? null : edited

  const put = async (work: Work) => {
    await save((now) => withWork(now, work, known?.image))
    if (known && known.image !== work.image) await removePictures([known.image, known.thumbnail])
  }
  const remove = async (work: Work) => {
    await save((now) => now.filter(({ image }) => image !== work.image))
    setRemoved(null)
    await removePictures([work.image, work.thumbnail])
  }
  const add = (
    <Button
      size="xs"
      variant={works.length === 0 ? 'filled' : 'default'}
      leftSection={<Plus size={15} aria-hidden />}
      onClick={() => setEdited('new')}
    >
      {t('works.add')}
    </Button>
  )
  return (
    <SectionCard
      title={t('works.section')}
      actions={works.length > 0 && works.length < WORKS_MAX ? add : undefined}
    >
      {works.length === 0 ? (
        <EmptyState
          bare
          icon={Images}
          title={t('works.empty')}
          text={t('works.empty_text', { max: WORKS_MAX })}
          action={add}
        />
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {t('works.text', { max: WORKS_MAX })}
          </Text>
          <WorkList works={works} save={save} onEdit={setEdited} onRemove={setRemoved} />
        </>
      )}
      <Dialog
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={t(known ? 'works.edit_title' : 'works.add')}
        closeOnClickOutside={false}
      >
        {edited && <WorkForm work={known} onSave={put} onDone={() => setEdited(null)} />}
      </Dialog>
      <ConfirmDialog
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={t('works.remove_title', { title: removed?.title })}
        confirmLabel={t('common:remove')}
        danger
        busy={isSaving}
        onConfirm={() => removed && void remove(removed).catch(() => undefined)}
      />
    </SectionCard>
  )
}
