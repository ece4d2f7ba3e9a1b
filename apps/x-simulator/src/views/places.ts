import { type Json } from '../http/answer.js'
import { pick } from './pick.js'

interface Place {
  readonly id: string
  readonly name: string
  readonly fullName: string
  readonly country: string
  readonly code: string
}

const places: readonly Place[] = [
  {
    id: '01a9a39529b27f36',
    name: 'Manhattan',
    fullName: 'Manhattan, NY',
    country: 'United States',
    code: 'US',
  },
  {
    id: '3078869807f9dd36',
    name: 'Berlin',
    fullName: 'Berlin, Germany',
    country: 'Germany',
    code: 'DE',
  },
  {
    id: 'ea679934779f45c7',
    name: 'Vienna',
    fullName: 'Vienna, Austria',
    country: 'Austria',
    code: 'AT',
  },
]

/** The few places that this world knows. */
export function findPlace(id: string): Place | undefined {
  return places.find((place) => place.id === id)
}

export function placeView(place: Place, fields: ReadonlySet<string>): Json {
  return pick(
    {
      id: () => place.id,
      name: () => place.name,
      full_name: () => place.fullName,
      country: () => place.country,
      country_code: () => place.code,
      place_type: () => 'city',
    },
    new Set(['id', 'full_name', ...fields]),
  )
}
