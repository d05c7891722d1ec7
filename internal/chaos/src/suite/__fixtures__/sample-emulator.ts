import { defineNetwork, operation, Router } from '@social/emulator'
import * as v from 'valibot'

export const SESSION_SECONDS = 600
/** Seconds until the list shows a new post. */
export const LAG_SECONDS = 30

const postRequest = v.object({ session: v.string(), key: v.string() })

const gone = (): Response => Response.json({ error: 'gone' }, { status: 404 })

/**
 * Emulated network in which a post is created from a session that expires. Its list shows new
 * posts late.
 */
export const sampleModule = defineNetwork({
  name: 'sample',
  addresses: (origin) => ({ api: origin }),
  open({ clock, seed, effects }) {
    const sessions = new Map<string, number>()
    const posts: { readonly id: string; readonly key: string; readonly listedFrom: number }[] = []
    const things: { readonly id: string; readonly at: string }[] = []
    const now = (): number => clock.now().getTime()
    const router = new Router()
      .on('POST /sessions', () => {
        const id = seed.token('session', 8)
        sessions.set(id, now() + SESSION_SECONDS * 1000)
        return Response.json({ id })
      })
      .on('POST /posts', async ({ request }) => {
        const { session, key } = v.parse(postRequest, await request.json())
        if ((sessions.get(session) ?? 0) < now()) return gone()
        const id = seed.token('post', 8)
        posts.push({ id, key, listedFrom: now() + LAG_SECONDS * 1000 })
        effects.add({ account: '1', kind: 'POST', id, content: key })
        return Response.json({ id })
      })
      .on('GET /posts', () => Response.json(posts.filter(({ listedFrom }) => listedFrom <= now())))
      .on('GET /things', () => Response.json(things))
    const happen = operation({
      does: 'Something happens that the account is told of.',
      takes: {},
      run: () => void things.push({ id: seed.token('thing', 8), at: clock.now().toISOString() }),
    })
    return { handler: async (request) => (await router.handle(request)) ?? gone(), operations: { happen } }
  },
})
