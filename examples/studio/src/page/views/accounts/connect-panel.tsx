import type { NetworkInfo } from '../../../shared/networks.js'
import { ChoiceForm } from './choice-form.js'
import { ConnectForm } from './connect-form.js'
import { DetailsForm } from './details-form.js'
import type { SignIn } from './use-sign-in.js'

/** Shows the current step of a sign-in. */
export function ConnectPanel(props: {
  readonly networks: readonly NetworkInfo[]
  readonly signIn: SignIn
  readonly onCancel: (() => void) | null
}) {
  const { networks, signIn, onCancel } = props
  const { pending } = signIn
  const network = networks.find(({ name }) => name === pending?.network)
  if (pending === null || network === undefined)
    return <ConnectForm networks={networks} signIn={signIn} onCancel={onCancel} />
  return pending.step.step === 'choose_account' ? (
    <ChoiceForm network={network} step={pending.step} signIn={signIn} />
  ) : (
    <DetailsForm network={network} step={pending.step} signIn={signIn} />
  )
}
