import type { DraftFile } from '../use-draft.js'
import { Icon } from './icon.js'

function DraftFileRow(props: {
  readonly file: DraftFile
  readonly onChange: (part: Partial<DraftFile> | null) => void
}) {
  const { file } = props
  return (
    <li class="draft-file" aria-busy={file.upload === null}>
      {file.kind === 'VIDEO' ? (
        <video src={file.previewUrl} muted playsInline preload="metadata" aria-label={file.name} />
      ) : (
        <img src={file.previewUrl} alt={file.altText || file.name} />
      )}
      <label>
        <span class="label">{file.kind === 'VIDEO' ? 'What the video shows' : 'What the picture shows'}</span>
        <textarea
          rows={2}
          placeholder="For people who cannot see it"
          value={file.altText}
          onInput={(event) => props.onChange({ altText: event.currentTarget.value })}
        />
      </label>
      <button
        type="button"
        class="quiet"
        aria-label={`Remove ${file.name}`}
        title="Remove"
        onClick={() => props.onChange(null)}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}

/** The files of a draft, each with a field for its description. */
export function DraftFiles(props: {
  readonly files: readonly DraftFile[]
  readonly onChange: (key: string, part: Partial<DraftFile> | null) => void
}) {
  if (props.files.length === 0) return null
  return (
    <ul class="draft-files">
      {props.files.map((file) => (
        <DraftFileRow key={file.key} file={file} onChange={(part) => props.onChange(file.key, part)} />
      ))}
    </ul>
  )
}
