import { ConfigService } from '@nestjs/config';

export class ApiConfigService {
  constructor(private configService: ConfigService) {}

  get port(): number {
    return this.getNumber('APP_PORT');
  }

  get host(): string {
    return this.get('APP_HOST');
  }

  private getNumber(key: string): number {
    return Number(this.get(key));
  }

  private get(key: string): string {
    return this.configService.get<string>(key)!;
  }
}

const cache = new Map<string, string>();
const lookUp = (key: string) => cache.get(key);
lookUp('NOT_A_SETTING');
