import { checkPost, type Connection, InvalidPostError, makePostResult, makeUpdate, type Platform, type Update } from '@social/core/platform'
import * as v from 'valibot'

import { anApp } from '../../builders/account.js'
import { sample } from './sample-platform.js'

type Publish = NonNullable<Platform['publish']>

/** Returns the sample platform, with `check` as the function that validates a post. */
function checkingBy(
  check: (...given: Parameters<Publish>) => Promise<void>,
  features = sample.features,
): Platform {
  const publish: Publish = async (post, call) => {
    await check(post, call)
    const { text, replyTo } = post
    await call.http.post('/posts', v.unknown(), { json: { text, replyTo }, finish: { data: {} } })
    return makePostResult({ id: '7' })
  }
  return { ...sample, features, publish }
}

export function cuttingOff(): Platform {
  return checkingBy(async (post, call) => {
    // Deliberate defect: removes the text of a 51-character post before the check, so that the post
    // is not refused.
    checkPost(
      { ...post, text: post.text.replace(/^a{51}$/, '') },
      { platform: sample, limits: await sample.limits(call) },
    )
  })
}

export function countingUnits(): Platform {
  return checkingBy(async (post, call) => {
    checkPost(post, { platform: sample, limits: await sample.limits(call) })
    if (post.text.length > 50) throw new InvalidPostError('Too many UTF-16 units.')
  })
}

export function unchecked(...features: readonly ('POST_TEXT' | 'POST_IMAGE')[]): () => Platform {
  return () => {
    const listed = new Set(
      [...sample.features].filter((flag) => flag !== 'POST_TEXT' || features.includes('POST_TEXT')),
    )
    return checkingBy(async (post, call) => {
      checkPost(post, { platform: sample, limits: await sample.limits(call) })
    }, listed)
  }
}

export function neglectingTime(): Platform {
  return checkingBy(async (post, call) => {
    checkPost({ ...post, publishAt: null }, { platform: sample, limits: await sample.limits(call) })
  })
}

export function bareErrors(): Platform {
  return checkingBy(async (post, call) => {
    if (post.media.length > 2) throw new Error('too many')
    checkPost(post, { platform: sample, limits: await sample.limits(call) })
  })
}

export function needingAnApp(): Platform {
  return {
    ...sample,
    features: new Set([...sample.features, 'NEEDS_NO_APP' as const]),
    async startLogin(login, call) {
      const { clientId } = login.app as { readonly clientId: string } // safe cast: deliberate defect, because `login.app` is null on a platform that needs no app
      return sample.startLogin({ ...login, app: anApp({ clientId }) }, call)
    },
  }
}

export function rememberingHeaders(): Platform {
  let first: Connection | null = null
  return {
    ...sample,
    authHeaders: (connection) => {
      first = first?.accountId === '43' ? first : connection
      return { authorization: `Bearer ${first.token.accessToken}` }
    },
  }
}

export function rememberingLimits(): Platform {
  let kept: ReturnType<Platform['limits']> | null = null
  return { ...sample, limits: (call) => (kept ??= sample.limits(call)) }
}

export function updateAt(second: number): Update {
  return makeUpdate({
    id: String(second),
    kind: 'MENTION',
    platform: 'sample',
    connectionId: 'sample:42',
    timestamp: new Date(second),
  })
}
