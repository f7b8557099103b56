import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, it } from 'vitest';
import { password, startProduct } from '../browser/product.ts';
import { cameraPhoto } from '../fixtures/camera-photos.ts';
import { missingPackages, openBrowser, otherBrowsers } from '../harness/web-driver.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

describe.each(otherBrowsers)('a day at the counter in %s', (browser) => {
  it('logs in, takes in with a file, estimates, reads the answer, assigns and completes', async ({
    skip,
  }) => {
    const missing = missingPackages(browser).join(' ');
    if (missing !== '') {
      console.log(`Not tried in ${browser}: apt-get install ${missing}`);
      skip();
    }
    const product = await startProduct();
    cleanUp.push(product.stop);
    const photo = join(product.dataDir, 'camera.jpg');
    await writeFile(photo, await cameraPhoto({ megapixels: 2 }));
    const { go, resize, see, press, type, read, close } = await openBrowser(browser);
    cleanUp.push(close);

    await resize(1280, 900);
    await go(product.url);
    await type('Password', password);
    await press('Login');
    await press('New repair');
    await type('Customer name', 'Ada Lovelace');
    await type('Email', 'ada@engine.example');
    await type('Phone', '2155550142');
    await type('Watch brand', 'Omega');
    await type('Watch model', 'Speedmaster');
    await type('Request', 'Stops overnight');
    await type('Initial photo', photo);
    await see('Remove photo');
    await press('Create repair');
    await see('Create New Repair');
    const ticket = await read(/WH\d{6}[A-Z]{3}/);

    await press('Overview');
    await press('Send estimate', `Repair ${ticket}`);
    await type('Estimate amount', '150.50', 'Send estimate');
    await press('Send estimate', 'Estimate amount');
    await read(/Estimate sent successfully!/);
    await press('Simulated texts');
    await press('ACCEPT', 'Simulated phone');
    await read(/you accepted \$150\.50/);
    await press('Close', 'Simulated phone');

    await press('Estimates');
    await type('Technician', 'Finn', ticket);
    await press('Assign', 'no active repairs');
    await read(/Repair assigned to technician!/);
    await press('Assigned');
    await press('Start work', `Repair ${ticket}`);
    // The next step takes the place of the one that was done.
    await read(/Stops overnight(?!.*Start work)/s);
    await press('Complete', `Repair ${ticket}`);
    await type('Completion notes', 'New mainspring', 'Complete repair');
    await type('Completion photo', photo, 'Complete repair');
    await press('Mark complete', 'Complete repair');
    await press('Completed');
    await read(new RegExp(`${ticket}.*Completed`, 's'));
  });
});
