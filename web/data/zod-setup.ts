import { z } from 'zod';

// The content security policy forbids eval, which zod's compiled checks would need. Import this
// before anything that checks with the contract's schemas.
z.config({ jitless: true });
