import { Menu, type MenuProps } from '@mantine/core'
import { useRef, type ComponentType, type Ref } from 'react'

interface Props extends MenuProps {
  button: ComponentType<{ ref: Ref<HTMLButtonElement> }>
}

/** A menu that is open when it is mounted, because the press of its button has loaded its code. */
export function OpenedMenu({ button: Button, children, ...props }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu
      defaultOpened
      withInitialFocusPlaceholder={false}
      returnFocus={false}
      onClose={() => button.current?.focus()}
      position="bottom-end"
      {...props}
    >
      <Menu.Target>
        <Button ref={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
