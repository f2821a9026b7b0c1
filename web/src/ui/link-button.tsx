import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { Link } from 'wouter'

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'a'>, keyof ButtonProps | 'href'> & { href: string }

export const LinkButton = (props: Props) => <Button component={Link} variant="default" {...props} />
