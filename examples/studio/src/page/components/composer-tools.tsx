import type { NetworkInfo } from '../../shared/api.js'
import { Icon } from './icon.js'
import { TextCount } from './text-count.js'

type Panel = 'schedule' | 'options' | null

/** What a file dialog offers, by what the network takes. */
function accepted({ features }: NetworkInfo): string {
  return [features.includes('POST_IMAGE') && 'image/*', features.includes('POST_VIDEO') && 'video/*']
    .filter(Boolean)
    .join(',')
}

/** The line below the words: files, time, options, the count, and the button. */
export function ComposerTools(props: {
  readonly network: NetworkInfo
  readonly length: number | null
  readonly most: number | null
  readonly open: Panel
  readonly onOpen: (panel: Panel) => void
  readonly onFiles: (files: FileList | null) => void
  readonly isScheduled: boolean
  readonly chosenOptions: number
  readonly isReady: boolean
  readonly isBusy: boolean
}) {
  const { network, open, onOpen } = props
  const files = accepted(network)
  const toggle = (panel: Panel) => onOpen(open === panel ? null : panel)
  return (
    <div class="tools">
      {files !== '' && (
        <label class="tool" title="Add pictures or a video">
          <Icon name="image" />
          <span class="hidden">Add pictures or a video</span>
          <input
            type="file"
            class="hidden"
            accept={files}
            multiple
            onChange={(event) => {
              props.onFiles(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
        </label>
      )}
      {network.features.includes('SCHEDULE') && (
        <button
          type="button"
          class="tool"
          aria-expanded={open === 'schedule'}
          data-set={props.isScheduled}
          aria-label="Schedule"
          title="Schedule"
          onClick={() => toggle('schedule')}
        >
          <Icon name="clock" />
        </button>
      )}
      {network.options.length > 0 && (
        <button
          type="button"
          class="tool"
          aria-expanded={open === 'options'}
          data-set={props.chosenOptions > 0}
          aria-label={`Options of ${network.displayName}`}
          title={`Options of ${network.displayName}`}
          onClick={() => toggle('options')}
        >
          <Icon name="sliders" />
        </button>
      )}
      <TextCount length={props.length} most={props.most} />
      <button type="submit" disabled={!props.isReady} aria-busy={props.isBusy} title="Ctrl + Enter">
        {props.isScheduled ? 'Schedule' : 'Publish'}
      </button>
    </div>
  )
}
