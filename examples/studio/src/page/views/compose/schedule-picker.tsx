import { texts } from '../../texts.js'

/** Formats a time for a datetime-local field, in local time to the minute. */
function toField(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Selects the publish time, as ISO text or null for now. */
export function SchedulePicker(props: {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}) {
  return (
    <div class="schedule">
      <label>
        {texts.compose.when}
        <input
          type="datetime-local"
          min={toField(new Date())}
          value={props.value === null ? '' : toField(new Date(props.value))}
          onInput={({ currentTarget: { value } }) =>
            props.onChange(value === '' ? null : new Date(value).toISOString())
          }
        />
      </label>
      <div class="chips">
        <button type="button" class="chip" onClick={() => props.onChange(inHours(1))}>
          {texts.compose.inAnHour}
        </button>
        <button type="button" class="chip" onClick={() => props.onChange(inHours(24))}>
          {texts.compose.tomorrow}
        </button>
        <button
          type="button"
          class="chip"
          disabled={props.value === null}
          onClick={() => props.onChange(null)}
        >
          {texts.compose.now}
        </button>
      </div>
    </div>
  )
}
