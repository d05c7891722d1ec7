import type { RawData } from '../errors/index.js'

/** One location of a business in Google Business Profile. */
export interface BusinessLocation {
  /** Id of the location at the network. */
  readonly id: string
  readonly name: string
  /** Primary phone number as the network returned it. Null if there is none. */
  readonly phone: string | null
  /** Address as the network returned it. */
  readonly address: RawData
  /** Business categories, the primary category first. */
  readonly categories: readonly string[]
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}

/** One way in which the owner can verify a business location. */
export interface VerificationOption {
  /** Name of the verification method at the network, such as `PHONE_CALL`, `EMAIL` or `MAIL`. */
  readonly method: string
  /** Data to display to the owner, as the network returned it. */
  readonly displayData: RawData
}

/** Verification of a business location, in progress or completed. */
export interface Verification {
  readonly id: string
  readonly method: string
  /** State of the verification as reported by the network. */
  readonly state: string
  /** Unmodified response of the network. Omitted when the object is printed. */
  readonly raw: RawData
}
