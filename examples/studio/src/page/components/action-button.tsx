import { Icon, type IconName } from './icon.js'

/** A quiet button with a drawing and words. */
export function ActionButton(props: {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
  /** True for the one thing to do. */
  readonly isMain?: boolean
  /** Whether what it opens is open; left out where it opens nothing. */
  readonly isOpen?: boolean
}) {
  return (
    <button
      type="button"
      class={props.isMain === true ? 'link main' : 'link'}
      aria-expanded={props.isOpen}
      onClick={props.onClick}
    >
      <Icon name={props.icon} /> {props.label}
    </button>
  )
}
