import { Icon, type IconName } from './icon.js'

/** Secondary button with an icon and a label. */
export function ActionButton(props: {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
  /** True for the primary action. */
  readonly isMain?: boolean
  /** Whether the controlled element is open. Left out if the button opens nothing. */
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
