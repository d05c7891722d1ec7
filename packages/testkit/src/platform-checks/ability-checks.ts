import { type CheckDefinition, libraryErrorOf, must } from './check.js'
import { ARGUMENTS, isPublishing, isSigningIn } from './entry-points/entry-points.js'
import { callAs } from './reading/listening.js'
import { NEEDS_CONNECTION, type Subject } from './subject.js'

function callFor(method: string, subject: Subject): unknown {
  if (isSigningIn(method)) return subject.loginCall()
  return isPublishing(method) ? subject.publishCall() : subject.call()
}

/**
 * Calls one method. Fails unless the method returns a promise, and rejects only with errors of the
 * library.
 */
async function tryMethod(method: string, subject: Subject): Promise<void> {
  const own = ARGUMENTS[method]
  const work = subject.members[method]
  if (own === undefined || typeof work !== 'function') return
  const given = [...own(subject, subject.ids), callFor(method, subject)]
  const bound = (...all: readonly unknown[]): unknown => Reflect.apply(work, subject.platform, all)
  const attempt = method === 'listen' ? () => callAs(method, bound, given) : () => bound(...given)
  await libraryErrorOf(attempt as () => Promise<unknown>, `${method}()`) // safe cast: `libraryErrorOf` fails if the result is not a promise
}

async function tryAll(subject: Subject): Promise<void> {
  for (const method of Object.keys(ARGUMENTS)) if (method !== 'checkState') await tryMethod(method, subject)
}

/** Checks that call each optional method. */
export const abilityChecks: readonly CheckDefinition[] = [
  {
    // Holds R-0488.
    name: 'accepts the call as last argument of every method, and rejects with errors of the library',
    skip: ({ hooks }) => (hooks.makeConnection ? false : NEEDS_CONNECTION),
    run: tryAll,
  },
  {
    name: 'returns the state of a post by its id',
    skip: (subject) => {
      if (!subject.has('checkState')) return 'Its posts are finished when publish resolves.'
      return subject.hooks.makeConnection ? false : NEEDS_CONNECTION
    },
    run: async (subject) => {
      must(subject.has('checkState'), 'It has no checkState().')
      await tryMethod('checkState', subject)
    },
  },
]
