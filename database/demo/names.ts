import type { BusinessType } from '@quaff/features/merchants/contract'
import type { Chance } from './chance'

const venueWords = [
  'Foxglove',
  'Half Moon',
  'Copperline',
  'Wrenfield',
  'Tide & Thistle',
  'Marrow Lane',
  'Paper Lantern',
  'Saltmarsh',
  'Ninth Bell',
  'Juniper Row',
  'Blue Kiln',
  'Larkspur',
  'Old Ferry',
  'Amberly',
  'Quiet Oak',
  'Pocket Garden',
  'Riverstep',
  'Lantern Yard',
  'Hazelgate',
  'Moss & Mortar',
  'Kingfisher',
  'Three Sparrows',
  'Glasshouse',
  'Winterbourne',
  'Cinder Path',
  'Plum Street',
  'Tallow',
  'Northlight',
  'Verbena',
  'Driftwood',
  'Open Window',
  'Sundial',
  'Bramble',
  'Cobalt',
  'Good Ladder',
  'Millrace',
  'Fennel & Fig',
  'Anchor Alley',
  'Slow Comet',
  'Rosewater',
  'Tin Kettle',
  'Maple Arch',
  'Second Spoon',
  'Halcyon',
  'Vineyard Steps',
  'Gold Finch',
  'Chapel Hill',
  'Ivory Spoon',
] as const

const venueKinds = {
  coffee_shop: ['Coffee', 'Espresso', 'Coffee Bar'],
  coffee_roaster: ['Roasters', 'Coffee Works', 'Roastery'],
  tea_house: ['Tea House', 'Teas', 'Tea Room'],
  juice_bar: ['Juice', 'Pressed', 'Juice Bar'],
  bar: ['Taproom', 'Aperitivo', 'Bar'],
  bakery: ['Bakery', 'Bread & Coffee', 'Bakehouse'],
  restaurant: ['Kitchen', 'Canteen', 'Diner'],
  other: ['Market', 'Corner', 'Social'],
} as const satisfies Record<BusinessType, readonly [string, string, string]>

const givenNames = [
  'Amara',
  'Bastian',
  'Celia',
  'Dario',
  'Elif',
  'Farid',
  'Greta',
  'Hana',
  'Ines',
  'Jonas',
  'Keira',
  'Luca',
  'Mira',
  'Nils',
  'Odile',
  'Pavel',
  'Rhea',
  'Samir',
  'Tess',
  'Uma',
  'Viktor',
  'Wanda',
  'Yusuf',
  'Zora',
  'Anton',
  'Beatriz',
  'Caleb',
  'Dunja',
  'Emeka',
  'Freya',
  'Goran',
  'Helene',
] as const
const familyNames = [
  'Abara',
  'Brandvik',
  'Castellan',
  'Dremov',
  'Eastwick',
  'Farrow',
  'Galanis',
  'Holmqvist',
  'Imai',
  'Jansky',
  'Kowal',
  'Lorne',
  'Mbeki',
  'Nakata',
  'Ostrander',
  'Pereira',
  'Quillan',
  'Rasmund',
  'Santoro',
  'Tavares',
  'Ullrich',
  'Vance',
  'Whitlow',
  'Xanthos',
  'Yilmaz',
  'Zeller',
  'Achterberg',
  'Bellweather',
  'Corrigan',
  'Dunmore',
  'Ekholm',
  'Fontaine',
  'Greaves',
  'Hartigan',
  'Ibarra',
  'Juhl',
] as const
const streets = [
  'Harbour Road',
  'Linden Avenue',
  'Station Street',
  'Market Row',
  'Canal Walk',
  'Orchard Lane',
  'Fifth Street',
  'Bridge Street',
] as const

export const cities = [
  { city: 'Oakhaven', region: 'CA', country: 'US' },
  { city: 'Marlow Bay', region: 'WA', country: 'US' },
  { city: 'Eastport Falls', region: 'NY', country: 'US' },
  { city: 'Sankt Valentin am See', region: 'BY', country: 'DE' },
  { city: 'Port Carrow', region: 'Kent', country: 'GB' },
] as const
export const cancelReasons = ['Moved away', 'Too expensive', 'Not using it enough', 'Venue closed on weekends'] as const

/** Returns a unique name. Names are numbered once all words are used. */
export function venueName(number: number, type: BusinessType): string {
  const round = Math.floor(number / venueWords.length)
  const word = venueWords[number % venueWords.length] ?? venueWords[0]
  const kind = venueKinds[type][number % 3] ?? venueKinds[type][0]
  return round === 0 ? `${word} ${kind}` : `${word} ${kind} No. ${round + 1}`
}

export function personName(chance: Chance): string {
  return `${chance.oneOf(givenNames)} ${chance.oneOf(familyNames)}`
}

export const streetAddress = (chance: Chance) => `${chance.whole(1, 180)} ${chance.oneOf(streets)}`

export const slug = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
