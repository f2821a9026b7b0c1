import { ActionIcon, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { NotebookPen, Pencil, Plus, Trash2 } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import {
  briefTemplatesQuery,
  useDeleteTemplate,
  type BriefTemplate,
} from '@/domain/briefs/templates.ts'
import { useKeptOpen } from '@/lib/storage/kept-open.ts'
import { ConfirmButton } from '@/ui/confirm-button.tsx'
import { lazyDialog } from '@/ui/loadable.tsx'
import { ListSkeleton, QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './settings.module.css'

// The dialog is loaded on demand, because the shared fields of its form are much code.
const TemplateDialog = lazyDialog(() => import('./template-form.tsx'), 'TemplateDialog', 'edited')

interface LineProps {
  template: BriefTemplate
  onEdit: () => void
}

function TemplateLine({ template, onEdit }: LineProps) {
  const { t } = useTranslation(['brief', 'common'])
  const remove = useDeleteTemplate()
  const { name } = template
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <strong>{name}</strong>
        <span className={styles.start}>{template.goal || template.message}</span>
      </div>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('edit_named', { name })}
          onClick={onEdit}
        >
          <Pencil size={16} aria-hidden />
        </ActionIcon>
        <ConfirmButton
          danger
          size="xs"
          leftSection={<Trash2 size={14} aria-hidden />}
          title={t('delete_title', { name })}
          text={t('delete_text')}
          confirmLabel={t('common:delete')}
          onConfirm={() => remove.mutateAsync(template.id)}
        >
          {t('common:delete')} <span className="k-visually-hidden">{name}</span>
        </ConfirmButton>
      </Group>
    </li>
  )
}

export function BriefsSection() {
  const { t } = useTranslation('brief')
  const query = useQuery(briefTemplatesQuery())
  const [edited, setEdited] = useKeptOpen<BriefTemplate | 'new' | null>('template', null)
  const close = () => setEdited(null)
  return (
    <SectionCard
      title={t('templates')}
      actions={
        <Button
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          {t('template_new')}
        </Button>
      }
    >
      <p className={primitives.intro}>{t('templates_text')}</p>
      <QueryView
        query={query}
        bare
        skeleton={<ListSkeleton rows={2} />}
        empty={{ icon: NotebookPen, title: t('templates_empty'), text: t('templates_empty_text') }}
      >
        {(templates) => (
          <ul className={styles.templates}>
            {templates.map((template) => (
              <TemplateLine
                key={template.id}
                template={template}
                onEdit={() => setEdited(template)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <TemplateDialog edited={edited} onClose={close} />
    </SectionCard>
  )
}
