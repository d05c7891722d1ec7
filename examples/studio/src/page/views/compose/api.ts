import type { AccountDraft, CheckInfo, Composition } from '../../../shared/compose.js'
import type { OptionChoice, OptionChoices } from '../../../shared/networks.js'
import type { PostInfo, UploadInfo } from '../../../shared/posts.js'
import { ask, path } from '../../request.js'

export const composeApi = {
  save: (draft: Composition) => ask<Composition>('PUT', path`/api/drafts/${draft.id}`, draft),
  /** Saves a draft while the page closes. The page does not wait for the response. */
  saveAtLast: (draft: Composition) =>
    void fetch(path`/api/drafts/${draft.id}`, {
      method: 'PUT',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(draft),
    }).catch(() => undefined),
  remove: (id: string) => ask<null>('DELETE', path`/api/drafts/${id}`),
  publish: (draft: Composition) =>
    ask<readonly PostInfo[]>('POST', path`/api/drafts/${draft.id}/publish`, draft),
  check: (drafts: readonly AccountDraft[]) => ask<readonly CheckInfo[]>('POST', '/api/checks', drafts),
  choices: (id: string, options: Readonly<Record<string, unknown>>) =>
    ask<OptionChoices>('POST', path`/api/accounts/${id}/choices`, { options }),
  search: (id: string, option: string, text: string) =>
    ask<readonly OptionChoice[]>('POST', path`/api/accounts/${id}/search`, { option, text }),
  upload: (file: File) => ask<UploadInfo>('POST', path`/api/uploads?name=${file.name}`, file),
}
