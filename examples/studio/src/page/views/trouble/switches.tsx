import type { SwitchInfo, Trouble } from '../../../shared/trouble.js'
import { Switch } from '../../components/switch.js'
import { texts } from '../../texts.js'

/** Shows the fault switches of one network. */
export function Switches(props: {
  readonly switches: readonly SwitchInfo[]
  readonly onChange: (trouble: Trouble, isOn: boolean) => void
}) {
  return (
    <ul class="switches">
      {props.switches.map(({ trouble, isOn, hits }) => {
        const [label, help] = texts.trouble.switches[trouble]
        return (
          <li key={trouble} data-on={isOn}>
            <Switch label={label} isOn={isOn} onChange={(on) => props.onChange(trouble, on)} />
            <small>
              {help} {isOn && hits > 0 && <strong>{texts.trouble.hits(hits)}</strong>}
            </small>
          </li>
        )
      })}
    </ul>
  )
}
