import { Icon, type IconName } from './icon.js'

/** Secondary button with an icon and a label. */
export function ActionButton(props: {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
  /** True for the primary action of its group. */
  readonly isMain?: boolean
  /** True if the element that the button opens is open. Undefined if the button opens nothing. */
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
