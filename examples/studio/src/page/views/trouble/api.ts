import type { Trouble, TroubleInfo } from '../../../shared/trouble.js'
import { ask, path } from '../../request.js'

export const troubleApi = {
  read: () => ask<TroubleInfo>('GET', '/api/trouble'),
  set: (network: string, trouble: Trouble, isOn: boolean) =>
    ask<TroubleInfo>('POST', '/api/trouble', { network, trouble, isOn }),
  clear: () => ask<TroubleInfo>('DELETE', '/api/trouble/steps'),
  kill: () => ask<null>('POST', '/api/trouble/kill'),
  killWorker: (place: number) => ask<null>('POST', path`/api/workers/${String(place)}/kill`),
  publish: (accountId: string, text: string) =>
    ask<unknown>('POST', '/api/posts', {
      accountId,
      text,
      media: [],
      publishAt: null,
      options: {},
      idempotencyKey: crypto.randomUUID(),
    }),
}
