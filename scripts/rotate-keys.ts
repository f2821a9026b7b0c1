// Makes a new key that signs the sessions of the local stack, which may be running. Tokens signed by earlier keys
// stay valid until they expire, so nobody is signed out.
import { defaultStateDir } from './project.ts'
import { rotateKeys } from 'local-supabase/tokens.ts'

console.log(`Sessions are signed with the key ${await rotateKeys(defaultStateDir())} from now on.`)
