import { Service, Inject } from 'typedi';
import { Service as Other } from './own';

@Service()
export class AuthService {
  constructor(@Inject('logger') private logger) {}

  login() {
    this.logger.silly('checking the password');
  }
}

@Other()
export class NotRegistered {}
