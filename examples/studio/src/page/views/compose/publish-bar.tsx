import { texts } from '../../texts.js'

/** Publish button. Shows the reason if the post cannot be published yet. */
export function PublishBar(props: {
  readonly isEmpty: boolean
  readonly ready: number
  readonly all: number
  readonly isStale: boolean
  readonly isReady: boolean
  readonly isBusy: boolean
  readonly isLater: boolean
}) {
  const { all, ready } = props
  const readiness = () => {
    if (all === 0) return texts.compose.pickSomebody
    if (props.isEmpty) return texts.compose.writeSomething
    return props.isStale ? texts.compose.checking : texts.compose.readiness(ready, all)
  }
  return (
    <div class="publish-bar">
      <output id="readiness" data-ready={props.isReady}>
        {readiness()}
      </output>
      <button
        type="submit"
        disabled={!props.isReady}
        aria-busy={props.isBusy}
        aria-describedby="readiness"
        title="Ctrl + Enter"
      >
        {props.isLater ? texts.compose.publishLater(all) : texts.compose.publish(all)}
      </button>
    </div>
  )
}
