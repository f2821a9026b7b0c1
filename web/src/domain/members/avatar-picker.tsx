import { Button, FileButton, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PICTURE_TYPES } from '../vocabulary.generated.ts'
import { MemberAvatar } from './member-avatar.tsx'

interface Props {
  name: string
  image: string | null
  busy: boolean
  onPick: (file: File | null) => void
}

const TYPES = PICTURE_TYPES.join(',')

export function AvatarPicker({ name, image, busy, onPick }: Props) {
  const { t } = useTranslation()
  return (
    <Group gap="md" wrap="nowrap">
      <MemberAvatar name={name || '?'} image={image} size={72} />
      <div>
        <Group gap="xs">
          <FileButton onChange={(file) => file && onPick(file)} accept={TYPES}>
            {(props) => (
              <Button {...props} variant="default" size="xs" loading={busy}>
                {image ? t('profile.image_change') : t('profile.image_add')}
              </Button>
            )}
          </FileButton>
          {image && (
            <Button
              variant="subtle"
              size="xs"
              color="gray"
              disabled={busy}
              onClick={() => onPick(null)}
            >
              {t('profile.image_remove')}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed" mt={6}>
          {t('profile.image_hint')}
        </Text>
      </div>
    </Group>
  )
}
