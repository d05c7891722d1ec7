/** A moment as the date field writes it: local time to the minute. */
function toField(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Picks when a post comes out. Empty means now. */
export function SchedulePicker(props: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const inHours = (hours: number) => toField(new Date(Date.now() + hours * 3_600_000))
  return (
    <fieldset class="schedule">
      <label>
        When it comes out
        <input
          type="datetime-local"
          min={toField(new Date())}
          value={props.value}
          onInput={(event) => props.onChange(event.currentTarget.value)}
        />
      </label>
      <div class="chips">
        <button type="button" class="chip" onClick={() => props.onChange(inHours(1))}>
          In an hour
        </button>
        <button type="button" class="chip" onClick={() => props.onChange(inHours(24))}>
          This time tomorrow
        </button>
        <button type="button" class="chip" disabled={props.value === ''} onClick={() => props.onChange('')}>
          Now after all
        </button>
      </div>
    </fieldset>
  )
}
