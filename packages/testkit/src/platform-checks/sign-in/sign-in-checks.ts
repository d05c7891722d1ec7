import { AuthError, type CallbackParams, type LoginStep } from '@social/core/platform'

import { FakePlatform } from '../../fake-platform/fake-platform.js'
import { type CheckDefinition, fail, libraryErrorOf, must } from '../check.js'
import type { Subject } from '../subject.js'

async function start(subject: Subject): Promise<LoginStep> {
  const call = subject.loginCall()
  let step: LoginStep | null = null
  const error = await libraryErrorOf(async () => {
    step = await subject.platform.startLogin(subject.login(), call)
  }, 'startLogin()')
  if (error)
    fail(`startLogin() rejected: ${error.message} Name what it needs in login: { host, scopes, hints }.`)
  return step ?? fail('startLogin() gave no step.')
}

async function checkStart(subject: Subject): Promise<void> {
  const step = await start(subject)
  const { state } = subject.login()
  if (step.step === 'SEND_TO_NETWORK') {
    must(URL.canParse(step.url), `startLogin() sends people to "${step.url}", which is no address.`)
    must(step.state === state, 'startLogin() must give back the state that it was given.')
    return
  }
  must(
    step.step === 'ASK_FOR_DETAILS',
    `startLogin() answered ${step.step}. It sends people away or asks for details.`,
  )
}

async function checkDetails(subject: Subject): Promise<void> {
  const step = await start(subject)
  if (step.step !== 'ASK_FOR_DETAILS') return
  must(step.fields.length > 0, 'startLogin() asks for details and names no field.')
  for (const { name, label, secret } of step.fields) {
    must(typeof name === 'string' && name !== '', 'A field of startLogin() has no name.')
    must(typeof label === 'string' && label !== '', `The field "${name}" of startLogin() has no label.`)
    must(typeof secret === 'boolean', `The field "${name}" of startLogin() must set secret to true or false.`)
  }
}

/**
 * Asserts that a sign-in refuses a callback whose state does not prove that the same browser
 * started the sign-in. The tested states include lists, because frameworks pass a list for a
 * repeated parameter.
 */
async function checkState(subject: Subject): Promise<void> {
  const step = await start(subject)
  if (step.step !== 'SEND_TO_NETWORK') return
  const login = { ...subject.login(), remember: step.remember }
  const callbacks = [
    ['without a state', { code: 'a-code' }],
    ['with a wrong state', { code: 'a-code', state: `not-${step.state}` }],
    ['without any parameter', {}],
    ['without a code', { state: step.state }],
    ['with two states', { code: 'a-code', state: [step.state, step.state] }],
    ['with two codes', { code: ['a-code', 'a-code'], state: step.state }],
  ] as const
  for (const [what, callback] of callbacks) {
    const call = subject.loginCall()
    const error = await libraryErrorOf(
      // safe cast: simulates an application in plain JavaScript, which passes the query unchecked
      async () => subject.platform.finishLogin(login, callback as CallbackParams, call),
      `finishLogin(), given a callback ${what},`,
    )
    must(
      AuthError.is(error),
      `finishLogin() must refuse a callback ${what} with AuthError. Read it with readCallback(callback, { platform, state }).`,
    )
    must(
      call.transport.asked.length === 0,
      `finishLogin() sent ${call.transport.asked[0]} for a callback ${what}.`,
    )
  }
}

async function checkResume(subject: Subject): Promise<void> {
  const call = subject.loginCall()
  const choice = { resumeToken: 'not-a-resume-token', accountId: '42', remember: {} }
  const error = await libraryErrorOf(
    async () => subject.platform.resumeLogin?.(subject.login(), choice, call),
    'resumeLogin(login, { resumeToken, accountId, remember }, call)',
  )
  must(error !== null, 'resumeLogin() accepted an unknown resume token. Refuse it with AuthError.')
}

async function checkNoApp(subject: Subject): Promise<void> {
  must(subject.login().app === null, 'NEEDS_NO_APP was taken back.')
  await start(subject)
}

/** Checks of the first step of a sign-in, and of its continuation after an account choice. */
export const signInChecks: readonly CheckDefinition[] = [
  { name: 'starts a sign-in', run: checkStart },
  { name: 'names and labels the fields of its form', run: checkDetails },
  {
    // Holds R-0134.
    name: 'starts a sign-in without an app if it needs none',
    skip: ({ platform }) => (platform.features.has('NEEDS_NO_APP') ? false : 'It needs an app.'),
    run: checkNoApp,
  },
  {
    name: 'refuses a callback without its state, and sends nothing',
    skip: ({ platform }) =>
      platform instanceof FakePlatform ? 'The fake takes callbacks without a state.' : false,
    run: checkState,
  },
  {
    name: 'refuses a resume token that it did not make',
    skip: (subject) => (subject.has('resumeLogin') ? false : 'Its sign-in never asks which account.'),
    run: checkResume,
  },
]
