export function Switch(props: {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={props.isOn}
        aria-checked={props.isOn}
        onChange={() => props.onChange(!props.isOn)}
      />
      {props.label}
    </label>
  )
}
