import { Button, Drawer } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { CreatorFilterFields } from '@/shared/market/creator-filter-fields.tsx'
import { countFilters, type CreatorFilters } from '@/domain/market/creator-filters.ts'
import { useCreatorNumber } from '@/shared/market/creator-count-text.ts'
import { useBackCloses } from '@/ui/use-back-closes.ts'
import styles from './discover.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  filters: CreatorFilters
  onChange: (next: CreatorFilters) => void
}

/** The filters on a narrow screen, in a sheet that opens from below. */
export function FilterDrawer({ opened, onClose, filters, onChange }: Props) {
  const { t } = useTranslation(['discover', 'common'])
  useBackCloses(opened, onClose)
  const count = useCreatorNumber(filters)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="88dvh"
      title={t('filters')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      classNames={{ content: styles.drawer, body: styles.drawerBody }}
    >
      <CreatorFilterFields value={filters} onChange={onChange} counted />
      <div className={styles.drawerEnd}>
        <Button
          variant="default"
          onClick={() => onChange({})}
          disabled={countFilters(filters) === 0}
        >
          {t('clear_all')}
        </Button>
        <Button onClick={onClose}>
          {count ? `${t('show_results')} (${count})` : t('show_results')}
        </Button>
      </div>
    </Drawer>
  )
}
