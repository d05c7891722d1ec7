import { useState } from 'preact/hooks'

import type { AccountInfo } from '../../../shared/accounts.js'
import type { CheckInfo } from '../../../shared/compose.js'
import { Icon } from '../../components/icon.js'
import { texts } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'
import { networkOf } from '../../view-props.js'
import { ChainParts } from './chain-parts.js'
import { DraftFiles } from './draft-files.js'
import { SchedulePicker } from './schedule-picker.js'
import type { Composing } from './use-composing.js'

/** Returns the file types that the networks accept, for the file dialog. */
function accepted(features: readonly string[]): string {
  return [features.includes('POST_IMAGE') && 'image/*', features.includes('POST_VIDEO') && 'video/*']
    .filter(Boolean)
    .join(',')
}

/** Edits the text, files and publish time that all accounts share. */
export function Writing(props: {
  readonly state: StudioState
  readonly composing: Composing
  readonly picked: readonly AccountInfo[]
  readonly checks: Readonly<Record<string, CheckInfo>>
  readonly onSubmit: () => void
}) {
  const { state, composing, picked } = props
  const { draft, change, addFiles } = composing
  const [isOver, setOver] = useState(false)
  const [isScheduling, setScheduling] = useState(false)
  const networks = picked.map(({ id }) => networkOf(state, id))
  const files = accepted(networks.flatMap((network) => network?.features ?? []))
  const isChain = (draft.more ?? []).length > 0
  const waitsHere = networks.some(
    (network) => network !== undefined && (isChain || !network.features.includes('SCHEDULE')),
  )

  return (
    <div
      class="card composer"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        addFiles(event.dataTransfer?.files ?? [])
      }}
      onPaste={(event) => addFiles(event.clipboardData?.files ?? [])}
    >
      <label class="words">
        <span class="label">{texts.compose.title}</span>
        <textarea
          rows={4}
          placeholder={texts.compose.placeholder}
          value={draft.text}
          onInput={(event) => change({ text: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onSubmit()
          }}
        />
      </label>
      <DraftFiles
        files={draft.files}
        uploading={composing.uploading}
        onChange={(next) => change({ files: next })}
        canRemove
      />
      <ChainParts
        state={state}
        composing={composing}
        picked={picked}
        checks={props.checks}
        onSubmit={props.onSubmit}
      />
      {(isScheduling || draft.publishAt !== null) && (
        <>
          <SchedulePicker value={draft.publishAt} onChange={(publishAt) => change({ publishAt })} />
          {draft.publishAt !== null && waitsHere && (
            <p class="hint">{isChain ? texts.compose.chainKeptHere : texts.compose.keptHere}</p>
          )}
        </>
      )}
      <div class="tools">
        <label class="tool" title={texts.compose.addFiles}>
          <Icon name="image" />
          <span class="hidden">{texts.compose.addFiles}</span>
          <input
            type="file"
            class="hidden"
            accept={files === '' ? undefined : files}
            multiple
            onChange={(event) => {
              addFiles(event.currentTarget.files ?? [])
              event.currentTarget.value = ''
            }}
          />
        </label>
        <button
          type="button"
          class="tool"
          aria-expanded={isScheduling || draft.publishAt !== null}
          aria-label={texts.compose.schedule}
          title={texts.compose.schedule}
          onClick={() => {
            setScheduling(!isScheduling)
            if (isScheduling) change({ publishAt: null })
          }}
        >
          <Icon name="clock" />
        </button>
        <span class="kept">{texts.compose.kept}</span>
      </div>
      <p class="drop-hint" aria-hidden="true">
        {texts.compose.drop}
      </p>
    </div>
  )
}
